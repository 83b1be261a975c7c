ALTER TABLE "heal_attempts" DROP CONSTRAINT "heal_attempts_repair_check";--> statement-breakpoint
ALTER TABLE "heal_attempts" DROP CONSTRAINT "heal_attempts_skip_reason_check";--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_repair_check" CHECK ("heal_attempts"."repair" in ('formatting', 'retired_actions', 'retired_images', 'workflow_commands', 'workflow_permissions', 'manifest', 'model'));--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_skip_reason_check" CHECK ("heal_attempts"."skip_reason" in ('config_unreadable', 'run_not_failed', 'superseded', 'self_activity', 'circuit_open', 'pillar_disabled', 'cooldown', 'attempt_cap', 'trigger_filtered', 'waived', 'logs_unavailable', 'incident', 'duplicate_signature', 'diagnosis_only', 'already_rerun', 'low_confidence', 'not_healable', 'no_model', 'not_auto_fixable', 'no_file', 'auto_patch_off', 'high_risk', 'file_blocked', 'duplicate_patch', 'dry_run'));--> statement-breakpoint
-- An attempt that ended before anybody had looked at a log was counted as of an unknown failure; it is of none.
DELETE FROM "tallies" WHERE measure ~ '^heals[.]type[.]unknown[.]';--> statement-breakpoint
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT s.repo_id, d.day, 'heals.type.unknown.' || m.what, 0, count(*)
FROM "heal_attempts" h JOIN "repositories" r ON r.host_id = h.repo_id
CROSS JOIN LATERAL (VALUES (h.repo_id), (CASE WHEN r.deleted_at IS NULL THEN 0 END)) AS s (repo_id)
CROSS JOIN LATERAL (VALUES ('-infinity'::date), ((h.created_at AT TIME ZONE 'UTC')::date)) AS d (day)
CROSS JOIN LATERAL (VALUES ('all', true), ('healed', h.status = 'healed'), ('merged', h.pr_status = 'merged')) AS m (what, holds)
WHERE h.failure_type = 'unknown' AND m.holds AND s.repo_id IS NOT NULL
GROUP BY 1, 2, 3;
