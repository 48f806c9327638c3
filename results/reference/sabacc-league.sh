croupier league sabacc --strategy solved --strategy veteran --strategy textbook --strategy looker --strategy namer --strategy steady --strategy careful --strategy quitter --rounds 1M
