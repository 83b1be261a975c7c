CREATE TABLE "fix_attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"issue_number" integer NOT NULL,
	"attempt" integer NOT NULL,
	"triggered_by" text NOT NULL,
	"note" text,
	"dry_run" boolean NOT NULL,
	"job_id" uuid NOT NULL,
	"held_by" uuid,
	"status" text NOT NULL,
	"complexity" text,
	"confidence" text,
	"risk_score" integer,
	"risk_level" text,
	"base_branch" text,
	"base_sha" text,
	"analysis" text,
	"explanation" text,
	"files_changed" text[] DEFAULT '{}' NOT NULL,
	"lines_changed" integer,
	"branch_name" text NOT NULL,
	"pr_number" integer,
	"pr_url" text,
	"error" text,
	"reason" text,
	"decision_id" bigint,
	"action_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "fix_attempts_status_check" CHECK ("fix_attempts"."status" in ('pending', 'analyzing', 'generating', 'submitted', 'merged', 'closed', 'rejected', 'failed', 'superseded')),
	CONSTRAINT "fix_attempts_complexity_check" CHECK ("fix_attempts"."complexity" in ('trivial', 'simple', 'moderate', 'complex')),
	CONSTRAINT "fix_attempts_confidence_check" CHECK ("fix_attempts"."confidence" in ('high', 'medium', 'low')),
	CONSTRAINT "fix_attempts_risk_level_check" CHECK ("fix_attempts"."risk_level" in ('low', 'medium', 'high')),
	CONSTRAINT "fix_attempts_error_check" CHECK ("fix_attempts"."error" in ('config_unreadable', 'pillar_disabled', 'issue_closed', 'author_is_bot', 'label_missing', 'issue_limit', 'daily_limit', 'trigger_filtered', 'waived', 'no_model', 'model_budget', 'not_fixable', 'too_complex', 'low_confidence', 'too_many_files', 'too_many_lines', 'blocked_path', 'not_offered', 'high_risk', 'guarded', 'dry_run', 'no_patch', 'bad_patch', 'model_failed', 'not_submitted', 'lost')),
	CONSTRAINT "fix_attempts_finished_at_check" CHECK ((finished_at is null) = (status in ('pending', 'analyzing', 'generating')))
);
--> statement-breakpoint
CREATE TABLE "model_days" (
	"day" date PRIMARY KEY NOT NULL,
	"tokens" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_action_id_fkey" FOREIGN KEY ("action_id") REFERENCES "public"."managed_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fix_attempts_open_key" ON "fix_attempts" USING btree ("repo_id","issue_number") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "fix_attempts_repo_age_idx" ON "fix_attempts" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "fix_attempts_issue_idx" ON "fix_attempts" USING btree ("repo_id","issue_number");--> statement-breakpoint
CREATE INDEX "fix_attempts_open_idx" ON "fix_attempts" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "fix_attempts_pull_idx" ON "fix_attempts" USING btree ("repo_id","pr_number") WHERE status in ('submitted', 'closed');