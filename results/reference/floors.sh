cargo bench --bench floors
