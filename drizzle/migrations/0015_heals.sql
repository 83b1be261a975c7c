CREATE TABLE "heal_attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ci_run_id" bigint NOT NULL,
	"host_run_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"run_attempt" integer NOT NULL,
	"attempt" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"branch" text NOT NULL,
	"head_sha" text NOT NULL,
	"trigger" text NOT NULL,
	"requested_by" text,
	"wish" text DEFAULT 'auto' NOT NULL,
	"force" boolean DEFAULT false NOT NULL,
	"dry_run" boolean DEFAULT false NOT NULL,
	"job_id" uuid NOT NULL,
	"status" text NOT NULL,
	"strategy" text,
	"skip_reason" text,
	"failure_type" text,
	"transient" boolean,
	"rule" text,
	"root_cause" text,
	"confidence" text,
	"failing_job" text,
	"failing_file" text,
	"source_file" text,
	"failing_line" integer,
	"suggested_fix" text,
	"risk_score" integer,
	"risk_level" text,
	"signature" text,
	"extract" text DEFAULT '[]' NOT NULL,
	"files_changed" text[] DEFAULT '{}' NOT NULL,
	"heal_branch" text,
	"pr_number" integer,
	"pr_url" text,
	"pr_title" text,
	"pr_status" text,
	"outcome" text,
	"settled_run_attempt" integer,
	"error" text,
	"decision_id" bigint,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "heal_attempts_attempt_key" UNIQUE("ci_run_id","attempt"),
	CONSTRAINT "heal_attempts_trigger_check" CHECK ("heal_attempts"."trigger" in ('webhook', 'sync', 'retry', 'manual')),
	CONSTRAINT "heal_attempts_wish_check" CHECK ("heal_attempts"."wish" in ('auto', 'rerun', 'patch', 'diagnose')),
	CONSTRAINT "heal_attempts_status_check" CHECK ("heal_attempts"."status" in ('pending', 'attempted', 'healed', 'failed', 'skipped')),
	CONSTRAINT "heal_attempts_strategy_check" CHECK ("heal_attempts"."strategy" in ('rerun', 'patch_pr', 'comment_only')),
	CONSTRAINT "heal_attempts_skip_reason_check" CHECK ("heal_attempts"."skip_reason" in ('config_unreadable', 'run_not_failed', 'superseded', 'self_activity', 'circuit_open', 'pillar_disabled', 'cooldown', 'attempt_cap', 'trigger_filtered', 'waived', 'logs_unavailable', 'incident', 'duplicate_signature', 'diagnosis_only', 'already_rerun', 'low_confidence', 'not_healable', 'no_model', 'dry_run')),
	CONSTRAINT "heal_attempts_failure_type_check" CHECK ("heal_attempts"."failure_type" in ('dependency_resolution', 'compile_error', 'type_check', 'lint_format', 'test_failure', 'timeout', 'out_of_memory', 'disk_full', 'network', 'rate_limit', 'auth_permission', 'docker_build', 'config_error', 'runner_infra', 'crash', 'quality_gate', 'unknown')),
	CONSTRAINT "heal_attempts_confidence_check" CHECK ("heal_attempts"."confidence" in ('high', 'medium', 'low')),
	CONSTRAINT "heal_attempts_risk_level_check" CHECK ("heal_attempts"."risk_level" in ('low', 'medium', 'high')),
	CONSTRAINT "heal_attempts_pr_status_check" CHECK ("heal_attempts"."pr_status" in ('open', 'merged', 'closed')),
	CONSTRAINT "heal_attempts_outcome_check" CHECK ("heal_attempts"."outcome" in ('pending', 'verified', 'ineffective', 'unknown', 'rejected')),
	CONSTRAINT "heal_attempts_finished_at_check" CHECK ((finished_at is null) = (status in ('pending', 'attempted')))
);
--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_ci_run_id_fkey" FOREIGN KEY ("ci_run_id") REFERENCES "public"."ci_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heal_attempts" ADD CONSTRAINT "heal_attempts_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "heal_attempts_automatic_key" ON "heal_attempts" USING btree ("ci_run_id","run_attempt") WHERE trigger in ('webhook', 'sync');--> statement-breakpoint
CREATE UNIQUE INDEX "heal_attempts_open_key" ON "heal_attempts" USING btree ("ci_run_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "heal_attempts_host_run_idx" ON "heal_attempts" USING btree ("host_run_id");--> statement-breakpoint
CREATE INDEX "heal_attempts_branch_idx" ON "heal_attempts" USING btree ("repo_id","branch","created_at");--> statement-breakpoint
CREATE INDEX "heal_attempts_signature_idx" ON "heal_attempts" USING btree ("signature","created_at");--> statement-breakpoint
CREATE INDEX "heal_attempts_age_idx" ON "heal_attempts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "heal_attempts_status_idx" ON "heal_attempts" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "heal_attempts_repo_age_idx" ON "heal_attempts" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit'));