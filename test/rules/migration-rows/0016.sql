insert into model_days (day, tokens) values ('2026-01-01', 1200);
