CREATE TABLE "reconcile_states" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"in_sync" boolean,
	"drift_fields" text[] NOT NULL,
	"unsupported_fields" text[] NOT NULL,
	"unsupported_since" timestamp (3) with time zone,
	"reconcile_skip" boolean NOT NULL,
	"desired_state" json,
	"observed_state" json,
	"differences" json NOT NULL,
	"action_ids" bigint[] NOT NULL,
	"last_error" text,
	"last_reconciled_at" timestamp (3) with time zone,
	"next_reconcile_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reconcile_states_repo_key" UNIQUE("repo_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"triggered_by" text NOT NULL,
	"status" text NOT NULL,
	"repo_id" bigint,
	"installation_id" bigint,
	"dry_run" boolean NOT NULL,
	"job_id" text,
	"claim" text,
	"spread_to" bigint NOT NULL,
	"is_spread" boolean NOT NULL,
	"repos_checked" integer DEFAULT 0 NOT NULL,
	"repos_synced" integer DEFAULT 0 NOT NULL,
	"repos_drifted" integer DEFAULT 0 NOT NULL,
	"repos_corrected" integer DEFAULT 0 NOT NULL,
	"repos_failed" integer DEFAULT 0 NOT NULL,
	"writes_planned" integer DEFAULT 0 NOT NULL,
	"error" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"progress_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "reconciliation_runs_claim_key" UNIQUE("claim"),
	CONSTRAINT "reconciliation_runs_triggered_by_check" CHECK ("reconciliation_runs"."triggered_by" in ('scheduler', 'manual')),
	CONSTRAINT "reconciliation_runs_status_check" CHECK ("reconciliation_runs"."status" in ('running', 'completed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_tasks" (
	"repo_id" bigint NOT NULL,
	"run_id" bigint NOT NULL,
	"is_correcting" boolean NOT NULL,
	CONSTRAINT "reconciliation_tasks_pkey" PRIMARY KEY("repo_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "action_checks" DROP CONSTRAINT "action_checks_check_type_check";--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "reconcile_rank" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reconcile_states" ADD CONSTRAINT "reconcile_states_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_tasks" ADD CONSTRAINT "reconciliation_tasks_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_tasks" ADD CONSTRAINT "reconciliation_tasks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "public"."reconciliation_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconcile_states_due_idx" ON "reconcile_states" USING btree ("next_reconcile_at","repo_id");--> statement-breakpoint
CREATE INDEX "reconciliation_runs_age_idx" ON "reconciliation_runs" USING btree ("started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_runs_trigger_idx" ON "reconciliation_runs" USING btree ("triggered_by","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_runs_status_idx" ON "reconciliation_runs" USING btree ("status","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_runs_repo_idx" ON "reconciliation_runs" USING btree ("repo_id");--> statement-breakpoint
CREATE INDEX "reconciliation_tasks_run_idx" ON "reconciliation_tasks" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "repositories_reconcile_idx" ON "repositories" USING btree ("reconcile_rank",(lower("full_name") collate "C"),"id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "action_checks" ADD CONSTRAINT "action_checks_check_type_check" CHECK ("action_checks"."check_type" in ('label', 'pr_state', 'review', 'comment', 'branch', 'access', 'protection', 'settings', 'manual'));--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'set-labels', 'set-repository-settings', 'warn-stale', 'close-stale', 'track-issue'));