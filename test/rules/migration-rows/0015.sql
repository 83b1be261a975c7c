insert into feedback_rules (id, installation_id, name, event_type, post_pr_comment, slack_url, slack_webhook,
  include_log_link, include_diff_preview, enabled, created_at, updated_at)
  select 1, host_id, 'Failures', 'ci_failure', true, 'https://chat.example/services/abcdefghijkl',
    'https://chat.example/…ijkl', true, false, true, now(), now()
  from installations order by host_id limit 1;
insert into feedback_sums (rule_id, channel, sent, failed) values (1, 'slack', 1, 0);
insert into feedback_deliveries (rule_id, event_type, subject, repo_id, channel, state, attempts, created_at, ended_at, sent_at)
  select 1, 'ci_failure', 'heal:1', host_id, 'slack', 'sent', 1, now(), now(), now()
  from repositories order by host_id limit 1;
