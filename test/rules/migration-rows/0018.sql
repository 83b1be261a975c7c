update heal_attempts set strategy = 'patch_pr', repair = 'formatting', pr_number = 9, pr_status = 'merged',
  pr_closed_at = '2026-01-03T10:00:00Z', outcome = 'pending', settled_run_attempt = null;
