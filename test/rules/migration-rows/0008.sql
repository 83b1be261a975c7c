insert into item_activity (repo_id, target_type, number, human_at, epoch, warned_at, watched)
  select host_id, 'issue', 7, '2026-01-01T00:00:00Z', 1, '2026-03-01T00:00:00Z', true from repositories order by host_id limit 1;

insert into maintenance_actions (repo_id, action_type, target_type, target_number, idempotency_key, status, result, attempts, created_at, applied_at)
  select host_id, 'stale_warn', 'issue', '7', 'stale:' || host_id || ':issue:7:warn:1', 'applied', 'It was warned.', 1,
    '2026-03-01T00:00:00Z', '2026-03-01T00:00:05Z' from repositories order by host_id limit 1;
