insert into idempotency_keys (caller, key_sha256, fingerprint, status, content_type, sealed_body, created_at)
values ('api_key:api', repeat('a', 64), repeat('b', 64), 201, 'application/json; charset=utf-8', 'c2VhbGVk', now());
