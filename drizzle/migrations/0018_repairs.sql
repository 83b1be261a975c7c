ALTER TABLE "heal_attempts" DROP CONSTRAINT "heal_attempts_skip_reason_check";--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD COLUMN "repair" text;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD COLUMN "pr_closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "heal_attempts_pull_idx" ON "heal_attempts" USING btree ("repo_id","pr_number") WHERE pr_number is not null;--> statement-breakpoint
CREATE INDEX "heal_attempts_proposed_idx" ON "heal_attempts" USING btree ("repo_id","branch") WHERE outcome = 'pending' and pr_number is not null;--> statement-breakpoint
CREATE INDEX "heal_attempts_extract_idx" ON "heal_attempts" USING btree ("created_at") WHERE extract <> '[]';--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_repair_check" CHECK ("heal_attempts"."repair" in ('formatting', 'retired_actions', 'retired_images', 'workflow_commands', 'workflow_permissions', 'manifest'));--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_skip_reason_check" CHECK ("heal_attempts"."skip_reason" in ('config_unreadable', 'run_not_failed', 'superseded', 'self_activity', 'circuit_open', 'pillar_disabled', 'cooldown', 'attempt_cap', 'trigger_filtered', 'waived', 'logs_unavailable', 'incident', 'duplicate_signature', 'diagnosis_only', 'already_rerun', 'low_confidence', 'not_healable', 'no_model', 'not_auto_fixable', 'auto_patch_off', 'high_risk', 'file_blocked', 'duplicate_patch', 'dry_run'));--> statement-breakpoint
INSERT INTO "tallies" ("repo_id", "day", "measure", "lane", "amount")
SELECT s.repo_id, d.day, 'heals.outcome.' || h.outcome, 0, count(*)
FROM "heal_attempts" h JOIN "repositories" r ON r.host_id = h.repo_id
CROSS JOIN LATERAL (VALUES (h.repo_id), (CASE WHEN r.deleted_at IS NULL THEN 0 END)) AS s (repo_id)
CROSS JOIN LATERAL (VALUES ('-infinity'::date), ((h.created_at AT TIME ZONE 'UTC')::date)) AS d (day)
WHERE h.outcome IS NOT NULL AND s.repo_id IS NOT NULL
GROUP BY 1, 2, 3;
