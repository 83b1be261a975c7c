CREATE TABLE "change_sets" (
	"id" bigserial PRIMARY KEY NOT NULL, "repo_id" bigint NOT NULL, "commit_sha" text NOT NULL, "paths" text[] NOT NULL, "pushed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_findings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"pr_number" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"rule" text,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"file" text,
	"outcome" text NOT NULL,
	"told_sha" text NOT NULL,
	"mended_sha" text,
	"told_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "review_findings_rule_check" CHECK ("review_findings"."rule" in ('secret_added', 'workflow_danger', 'vulnerable_dependency', 'test_weakened', 'counterpart_missing', 'companion_missing', 'unfit_file', 'merge_marker', 'debug_leftover', 'owner_missing', 'too_large', 'hidden_text')),
	CONSTRAINT "review_findings_severity_check" CHECK ("review_findings"."severity" in ('critical', 'high', 'medium', 'low', 'info')),
	CONSTRAINT "review_findings_outcome_check" CHECK ("review_findings"."outcome" in ('open', 'mended', 'helped', 'refused', 'ignored')),
	CONSTRAINT "review_findings_decided_check" CHECK ((outcome = 'open') = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "ai_review_config" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"settings" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_reviews" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"pr_number" integer NOT NULL,
	"commit_sha" text NOT NULL,
	"base_branch" text NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"triggered_by" text NOT NULL,
	"trigger_event" text NOT NULL,
	"round" integer NOT NULL,
	"job_id" uuid NOT NULL,
	"verdict" text,
	"confidence" text,
	"blocked" boolean NOT NULL,
	"summary" text,
	"reason" text,
	"findings" text NOT NULL,
	"ignored_findings" text NOT NULL,
	"left_out" text NOT NULL,
	"config_snapshot" text NOT NULL,
	"severities" integer[] NOT NULL,
	"files_reviewed" integer NOT NULL,
	"lines_added" integer NOT NULL,
	"lines_removed" integer NOT NULL,
	"tokens_used" integer,
	"overall_correctness" text,
	"overall_confidence" real,
	"overall_explanation" text,
	"review_engine" text NOT NULL,
	"duration_ms" integer,
	"decision_id" bigint,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "ai_reviews_status_check" CHECK ("ai_reviews"."status" in ('queued', 'running', 'completed', 'skipped', 'error')),
	CONSTRAINT "ai_reviews_trigger_check" CHECK ("ai_reviews"."trigger" in ('webhook', 'api', 'comment')),
	CONSTRAINT "ai_reviews_verdict_check" CHECK ("ai_reviews"."verdict" in ('approved', 'needs_discussion', 'request_changes', 'error')),
	CONSTRAINT "ai_reviews_confidence_check" CHECK ("ai_reviews"."confidence" in ('low', 'medium', 'high')),
	CONSTRAINT "ai_reviews_correctness_check" CHECK ("ai_reviews"."overall_correctness" in ('patch is correct', 'patch is incorrect')),
	CONSTRAINT "ai_reviews_completed_at_check" CHECK ((completed_at is null) = (status in ('queued', 'running'))),
	CONSTRAINT "ai_reviews_verdict_given_check" CHECK ((status in ('completed', 'error')) = (verdict is not null))
);
--> statement-breakpoint
ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_findings" ADD CONSTRAINT "review_findings_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_review_config" ADD CONSTRAINT "ai_review_config_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_reviews" ADD CONSTRAINT "ai_reviews_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_reviews" ADD CONSTRAINT "ai_reviews_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_sets_commit_key" ON "change_sets" USING btree ("repo_id","commit_sha");--> statement-breakpoint
CREATE INDEX "change_sets_age_idx" ON "change_sets" USING btree ("repo_id","pushed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "change_sets_pushed_at_idx" ON "change_sets" USING btree ("pushed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_findings_key" ON "review_findings" USING btree ("repo_id","pr_number","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_review_config_repo_id_key" ON "ai_review_config" USING btree ("repo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_reviews_head_key" ON "ai_reviews" USING btree ("repo_id","pr_number","commit_sha");--> statement-breakpoint
CREATE INDEX "ai_reviews_age_idx" ON "ai_reviews" USING btree ("started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and verdict is not null;--> statement-breakpoint
CREATE INDEX "ai_reviews_repo_age_idx" ON "ai_reviews" USING btree ("repo_id","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ai_reviews_blocked_idx" ON "ai_reviews" USING btree ("repo_id","commit_sha") WHERE blocked;--> statement-breakpoint
CREATE INDEX "ai_reviews_open_idx" ON "ai_reviews" USING btree ("started_at") WHERE completed_at is null;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'set-labels', 'set-repository-settings', 'set-workflow-token', 'warn-stale', 'close-stale', 'track-issue', 'build-candidate', 'drop-candidate', 'create-revert-pr', 'keep-patch-pr', 'submit-review', 'edit-review-comment', 'dismiss-review'));--> statement-breakpoint
CREATE TRIGGER "ai_reviews_told" AFTER INSERT OR UPDATE OR DELETE ON "ai_reviews" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();--> statement-breakpoint
CREATE TRIGGER "ai_review_config_told" AFTER INSERT OR UPDATE OR DELETE ON "ai_review_config" FOR EACH STATEMENT EXECUTE FUNCTION "change_is_told"();
