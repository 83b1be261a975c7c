insert into pipeline_events (repo_id, event_type, actor, ref, pr_number, duration_ms, success, metadata, occurred_at, live)
  select host_id, 'pr_merged', 'service[bot]', 'topic', 1, 90000, true, '{"method":"squash"}', now(), true
  from repositories order by host_id limit 1;
