insert into dependency_manifests (repo_id, file_path, ecosystem, lockfile, status, notes, dependencies, includes, dep_count,
  commit_sha, blob_sha, reader_version, scanned_at, live)
  select host_id, 'package-lock.json', 'npm', true, 'read', '[]', '[]', '[]', 0, repeat('a', 40), repeat('b', 40), 1, now(),
    deleted_at is null
  from repositories order by host_id limit 1;
insert into dependency_scans (repo_id, job_id, trigger_event, status, manifests, packages, opened, fixed, notes, started_at,
  finished_at, live)
  select host_id, 'a-job', 'api', 'completed', 1, 1, 1, 0, '[]', now(), now(), deleted_at is null
  from repositories order by host_id limit 1;
