cargo bench --bench calibration
