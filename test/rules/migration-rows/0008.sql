update repositories set health_day = '2026-01-03', health_pass_rate = 0.5, health_unhealed = 4, health_failures = 1,
  health_score = 88, health_status = 'at_risk', last_synced_at = '2026-01-02T10:00:00Z' where host_id = 42;
