update repositories set presence_told_at = '2026-01-02T09:00:00Z' where host_id = 42;
