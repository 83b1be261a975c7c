insert into update_plans (repo_id, ecosystem, update_type, job_id, cause_hash, planned_at)
  select host_id, 'npm', 'critical', 'a-job', repeat('c', 64), now() from repositories order by host_id limit 1;
