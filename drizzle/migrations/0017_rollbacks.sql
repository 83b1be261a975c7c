CREATE TABLE "rollback_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"pr_number" integer,
	"title" text,
	"base_branch" text NOT NULL,
	"merge_commit" text NOT NULL,
	"before_commit" text,
	"revert_commit" text,
	"revert_pr_number" integer,
	"revert_pr_url" text,
	"trigger_reason" text NOT NULL,
	"trigger_details" text,
	"status" text NOT NULL,
	"initiated_by" text NOT NULL,
	"error" text,
	"run_id" bigint,
	"run_url" text,
	"decision_id" bigint,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"revert_merged_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "rollback_events_run_key" UNIQUE("repo_id","run_id"),
	CONSTRAINT "rollback_events_status_check" CHECK ("rollback_events"."status" in ('pending', 'reverted', 'failed')),
	CONSTRAINT "rollback_events_reason_check" CHECK ("rollback_events"."trigger_reason" in ('deploy_check_failed', 'policy_violation', 'manual')),
	CONSTRAINT "rollback_events_completed_check" CHECK (("rollback_events"."status" = 'pending') = ("rollback_events"."completed_at" is null)),
	CONSTRAINT "rollback_events_error_check" CHECK (("rollback_events"."status" = 'failed') = ("rollback_events"."error" is not null)),
	CONSTRAINT "rollback_events_reverted_check" CHECK (("rollback_events"."status" = 'reverted') = ("rollback_events"."revert_pr_number" is not null))
);
--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "governance_entries" DROP CONSTRAINT "governance_entries_target_type_check";--> statement-breakpoint
ALTER TABLE "rollback_events" ADD CONSTRAINT "rollback_events_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rollback_events_merge_key" ON "rollback_events" USING btree ("repo_id","merge_commit") WHERE status <> 'failed';--> statement-breakpoint
CREATE INDEX "rollback_events_pull_idx" ON "rollback_events" USING btree ("repo_id","revert_pr_number") WHERE revert_pr_number is not null;--> statement-breakpoint
CREATE INDEX "rollback_events_age_idx" ON "rollback_events" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "rollback_events_status_idx" ON "rollback_events" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "rollback_events_repo_idx" ON "rollback_events" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'set-labels', 'set-repository-settings', 'set-workflow-token', 'warn-stale', 'close-stale', 'track-issue', 'build-candidate', 'drop-candidate', 'create-revert-pr'));--> statement-breakpoint
ALTER TABLE "governance_entries" ADD CONSTRAINT "governance_entries_target_type_check" CHECK ("governance_entries"."target_type" in ('repo', 'member', 'branch_rule', 'policy', 'violation', 'feedback_rule', 'rollback'));