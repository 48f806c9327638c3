croupier sweep fizzbin --vary kronk_payee=landru,kitty,bank --vary down=may,must --metric position-spread --rounds 20k --plot fizzbin-seats.png
