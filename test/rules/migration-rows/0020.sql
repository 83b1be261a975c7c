update managed_actions set follow_after = '2026-01-03T10:00:00Z' where action_type = 'create-patch-pr';
update fix_attempts set status = 'merged', released_at = '2026-01-04T10:00:00Z', release_tag = 'v1.0.0';
