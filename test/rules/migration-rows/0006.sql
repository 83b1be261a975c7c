insert into collaborators (repo_id, host_id, host_login, permission, role_name, repo_full_name, created_at, updated_at, live)
  select host_id, 1, 'octocat', 'admin', 'admin', full_name, now(), now(), true from repositories order by host_id limit 1;

insert into branch_rules (repo_id, pattern, required_reviews, dismiss_stale_reviews, require_code_owner_reviews,
    require_status_checks, required_status_checks, require_up_to_date_branch, enforce_admins, restrict_pushes,
    push_allowlist, allow_force_pushes, allow_deletions, require_signed_commits, require_linear_history,
    host_rule_id, compliant, last_checked_at, violation_ids, repo_full_name, synced_at, created_at, updated_at, live)
  select host_id, 'release/1', 2, true, false, true, '{test}', false, true, true, '{octocat}', false, false, false, true,
    7, false, now(), '{1,2}', full_name, now(), now(), now(), true from repositories order by host_id limit 1;
