croupier compare zinbiddle --rules PRESET --players N --strategy admiral --strategy captain --strategy bully --strategy pilot --against admiral --rounds 400k, in rows
