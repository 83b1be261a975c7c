insert into vulnerabilities (repo_id, ecosystem, package_name, advisory_id, manifest_path, aliases, affected_range, dev,
  severity, score_tenths, status, from_alert, from_records, reopen_count, detected_at, updated_at, live)
  select host_id, 'npm', 'left-pad', 'GHSA-aaaa-aaaa-aaaa', 'package-lock.json', '[]', '< 2.0.0', false, 'high', 75, 'open',
    false, true, 0, now(), now(), deleted_at is null
  from repositories order by host_id limit 1;
insert into update_batches (repo_id, ecosystem, update_type, packages, status, created_at, updated_at, live)
  select host_id, 'npm', 'batch_minor_patch', '[]', 'open', now(), now(), deleted_at is null
  from repositories order by host_id limit 1;
