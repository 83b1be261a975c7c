insert into delivery_retries (filter, most, delivery_rows, created_at) values ('{"event": "issues"}', 100, '{1,2}', now());
