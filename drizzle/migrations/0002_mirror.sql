CREATE TABLE "ci_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_run_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"workflow_name" text NOT NULL,
	"branch" text NOT NULL,
	"head_sha" text NOT NULL,
	"event" text,
	"actor" text,
	"html_url" text,
	"status" text NOT NULL,
	"conclusion" text,
	"heal_status" text DEFAULT 'pending' NOT NULL,
	"heal_failure_type" text,
	"heal_root_cause" text,
	"heal_fix_applied" text,
	"heal_confidence" text,
	"heal_pr_url" text,
	"heal_pr_number" integer,
	"healed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "ci_runs_host_run_id_key" UNIQUE("host_run_id"),
	CONSTRAINT "ci_runs_status_check" CHECK ("ci_runs"."status" in ('queued', 'in_progress', 'completed')),
	CONSTRAINT "ci_runs_conclusion_check" CHECK ("ci_runs"."conclusion" in ('success', 'failure', 'cancelled', 'neutral', 'timed_out', 'action_required', 'skipped', 'stale', 'startup_failure')),
	CONSTRAINT "ci_runs_heal_status_check" CHECK ("ci_runs"."heal_status" in ('pending', 'attempted', 'healed', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "issues" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"state" text NOT NULL,
	"labels" text[] NOT NULL,
	"assignees" text[] NOT NULL,
	"author" text,
	"triage_type" text,
	"triage_priority" text,
	"triage_summary" text,
	"triaged_at" timestamp (3) with time zone,
	"duplicate_of" bigint,
	"dup_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	"priority_rank" smallint GENERATED ALWAYS AS (case triage_priority when 'critical' then 1 when 'high' then 2 when 'medium' then 3 when 'low' then 4 else 5 end) STORED NOT NULL,
	CONSTRAINT "issues_host_id_key" UNIQUE("host_id"),
	CONSTRAINT "issues_state_check" CHECK ("issues"."state" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "pull_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"state" text NOT NULL,
	"draft" boolean NOT NULL,
	"head_branch" text NOT NULL,
	"base_branch" text NOT NULL,
	"head_sha" text,
	"labels" text[] NOT NULL,
	"author" text,
	"additions" integer,
	"deletions" integer,
	"changed_files" integer,
	"triage_type" text,
	"triage_size" text,
	"triage_risk" text,
	"triage_summary" text,
	"triaged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"merged_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	"risk_rank" smallint GENERATED ALWAYS AS (case triage_risk when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end) STORED NOT NULL,
	CONSTRAINT "pull_requests_host_id_key" UNIQUE("host_id"),
	CONSTRAINT "pull_requests_state_check" CHECK ("pull_requests"."state" in ('open', 'closed', 'merged'))
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"repo_id" bigint NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"lane" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "tallies_pkey" PRIMARY KEY("repo_id","day","measure","lane")
);
--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "stars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "open_issues" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "open_prs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "last_synced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ci_runs" ADD CONSTRAINT "ci_runs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ci_runs_age_idx" ON "ci_runs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_heal_idx" ON "ci_runs" USING btree ("heal_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_conclusion_idx" ON "ci_runs" USING btree ("conclusion","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "ci_runs_repo_age_idx" ON "ci_runs" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_number_idx" ON "issues" USING btree ("repo_id","number");--> statement-breakpoint
CREATE INDEX "issues_urgency_idx" ON "issues" USING btree ("priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_state_urgency_idx" ON "issues" USING btree ("state","priority_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_repo_age_idx" ON "issues" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "issues_stale_idx" ON "issues" USING btree ("updated_at","repo_id") WHERE live and state = 'open';--> statement-breakpoint
CREATE INDEX "pull_requests_number_idx" ON "pull_requests" USING btree ("repo_id","number");--> statement-breakpoint
CREATE INDEX "pull_requests_risk_idx" ON "pull_requests" USING btree ("risk_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pull_requests_state_risk_idx" ON "pull_requests" USING btree ("state","risk_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pull_requests_repo_age_idx" ON "pull_requests" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pull_requests_open_idx" ON "pull_requests" USING btree ("created_at","repo_id") WHERE live and state = 'open';