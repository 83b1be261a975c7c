CREATE TABLE "flaky_tests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"test_id" text NOT NULL,
	"test_suite" text NOT NULL,
	"test_name" text NOT NULL,
	"file" text,
	"status" text NOT NULL,
	"standing" text NOT NULL,
	"history" json NOT NULL,
	"reasons" json NOT NULL,
	"failure_rate" json,
	"run_count" integer NOT NULL,
	"pass_count" integer NOT NULL,
	"fail_count" integer NOT NULL,
	"flip_count" integer NOT NULL,
	"same_commit_flips" integer NOT NULL,
	"first_bad_commit" text,
	"last_error_class" text,
	"last_error_message" text,
	"last_failed_at" timestamp (3) with time zone,
	"quarantined_at" timestamp (3) with time zone,
	"quarantine_expires_at" timestamp (3) with time zone,
	"quarantine_pr_number" integer,
	"issue_number" integer,
	"tracked" boolean DEFAULT false NOT NULL,
	"code_owners" text[] NOT NULL,
	"relapse_count" integer NOT NULL,
	"cost_ms" bigint NOT NULL,
	"blocked_pulls" integer NOT NULL,
	"graduated_at" timestamp (3) with time zone,
	"quiet_until" timestamp (3) with time zone,
	"dismissed_at" timestamp (3) with time zone,
	"dismissed_by" text,
	"dismissed_reason" text,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	"score_rank" integer GENERATED ALWAYS AS (case run_count when 0 then 0 else fail_count * 1000000 / run_count end) STORED NOT NULL,
	CONSTRAINT "flaky_tests_test_id_key" UNIQUE("repo_id","test_id"),
	CONSTRAINT "flaky_tests_status_check" CHECK ("flaky_tests"."status" in ('tracked', 'quarantined', 'graduated', 'dismissed')),
	CONSTRAINT "flaky_tests_standing_check" CHECK ("flaky_tests"."standing" in ('undecided', 'stable', 'flaky', 'broken')),
	CONSTRAINT "flaky_tests_counts_check" CHECK ("flaky_tests"."run_count" = "flaky_tests"."pass_count" + "flaky_tests"."fail_count"),
	CONSTRAINT "flaky_tests_quarantined_check" CHECK (("flaky_tests"."status" = 'quarantined') = ("flaky_tests"."quarantine_expires_at" is not null)
          and ("flaky_tests"."quarantined_at" is not null or "flaky_tests"."status" <> 'quarantined')),
	CONSTRAINT "flaky_tests_dismissed_check" CHECK (("flaky_tests"."status" = 'dismissed') = ("flaky_tests"."dismissed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "governance_entries" DROP CONSTRAINT "governance_entries_target_type_check";--> statement-breakpoint
ALTER TABLE "flaky_tests" ADD CONSTRAINT "flaky_tests_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flaky_tests_score_idx" ON "flaky_tests" USING btree ("score_rank" DESC NULLS FIRST,"run_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "flaky_tests_status_idx" ON "flaky_tests" USING btree ("status","score_rank" DESC NULLS FIRST,"run_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "flaky_tests_repo_idx" ON "flaky_tests" USING btree ("repo_id","score_rank" DESC NULLS FIRST,"run_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "flaky_tests_repo_status_idx" ON "flaky_tests" USING btree ("repo_id","status","score_rank" DESC NULLS FIRST,"run_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "flaky_tests_cost_idx" ON "flaky_tests" USING btree ("cost_ms" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and cost_ms > 0;--> statement-breakpoint
CREATE INDEX "flaky_tests_tracked_idx" ON "flaky_tests" USING btree ("repo_id","id") WHERE tracked or status = 'quarantined';--> statement-breakpoint
CREATE INDEX "flaky_tests_seen_idx" ON "flaky_tests" USING btree ("last_seen_at") WHERE forgotten_at is null;--> statement-breakpoint
CREATE INDEX "flaky_tests_forgotten_idx" ON "flaky_tests" USING btree ("forgotten_at") WHERE forgotten_at is not null;--> statement-breakpoint
CREATE INDEX "flaky_tests_expiry_idx" ON "flaky_tests" USING btree ("quarantine_expires_at") WHERE status = 'quarantined';--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'set-labels', 'set-repository-settings', 'set-workflow-token', 'warn-stale', 'close-stale', 'track-issue', 'build-candidate', 'drop-candidate', 'create-revert-pr', 'keep-patch-pr'));--> statement-breakpoint
ALTER TABLE "governance_entries" ADD CONSTRAINT "governance_entries_target_type_check" CHECK ("governance_entries"."target_type" in ('repo', 'member', 'branch_rule', 'policy', 'violation', 'feedback_rule', 'rollback', 'flaky_test', 'vulnerability'));