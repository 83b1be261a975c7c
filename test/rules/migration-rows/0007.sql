insert into "policies" ("id", "installation_id", "name", "branch_pattern", "required_status_check_contexts", "mode",
  "enabled", "created_at", "updated_at")
select 1, "host_id", 'Protected', 'main', '{build}', 'enforce', true, now(), now() from "installations" limit 1;
insert into "violations" ("policy_id", "repo_id", "branch", "breaches", "status", "reopen_count", "detected_at",
  "last_seen_at", "updated_at", "live")
select 1, "host_id", 'main', '[{"field":"required_reviews","expected":1,"actual":0}]', 'open', 0, now(), now(), now(),
  true from "repositories" where exists (select from "policies" where "id" = 1) limit 1;
insert into config_results (repo_id, commit_sha, file_path, file_type, valid, errors, warnings, action_id, is_first, created_at, live)
  select host_id, repeat('a', 40), '.github/workflows/ci.yml', 'host_actions', false,
    '[{"rule":"missing_jobs","message":"A workflow needs at least one job under \"jobs\".","line":1,"col":1,"severity":"error"}]',
    '[]', 1, true, now(), true from repositories order by host_id limit 1;
