CREATE TABLE "activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_id" bigint NOT NULL,
	"repo_id" bigint,
	"target_number" integer,
	"target_url" text,
	"action_type" text NOT NULL,
	"status" text NOT NULL,
	"former_status" text,
	"detail" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_source_key" UNIQUE("source","source_id"),
	CONSTRAINT "activity_source_check" CHECK ("activity"."source" in ('ci_heal', 'issue_fix', 'maintainer', 'config_change', 'duplicate', 'merge_queue', 'ai_review', 'enforcement', 'webhook', 'quality_gate', 'waiver', 'action', 'audit_report', 'rollback'))
);
--> statement-breakpoint
CREATE TABLE "activity_sums" (
	"repo_id" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"lane" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "activity_sums_pkey" PRIMARY KEY("repo_id","hour","source","status","lane")
);
--> statement-breakpoint
CREATE TABLE "gate_days" (
	"repo_id" bigint NOT NULL,
	"day" date NOT NULL,
	"measured" jsonb NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gate_days_pkey" PRIMARY KEY("repo_id","day")
);
--> statement-breakpoint
CREATE TABLE "gate_evaluations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"gate_name" text NOT NULL,
	"is_default" boolean NOT NULL,
	"block_on_fail" boolean NOT NULL,
	"head_sha" text,
	"pr_number" integer,
	"result" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"score" integer NOT NULL,
	"passed_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"total_count" integer NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"decision_id" bigint,
	"job_id" uuid,
	CONSTRAINT "gate_evaluations_result_check" CHECK ("gate_evaluations"."result" in ('passed', 'failed')),
	CONSTRAINT "gate_evaluations_score_check" CHECK ("gate_evaluations"."score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "gate_standings" (
	"repo_id" bigint NOT NULL,
	"gate_name" text NOT NULL,
	"block_on_fail" boolean NOT NULL,
	"result" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"score" integer NOT NULL,
	"passed_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"total_count" integer NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gate_standings_pkey" PRIMARY KEY("repo_id","gate_name"),
	CONSTRAINT "gate_standings_result_check" CHECK ("gate_standings"."result" in ('passed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "quality_gates" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean NOT NULL,
	"conditions" jsonb NOT NULL,
	"block_on_fail" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quality_gates_name_key" UNIQUE("repo_id","name"),
	CONSTRAINT "quality_gates_name_check" CHECK (length("quality_gates"."name") between 1 and 64)
);
--> statement-breakpoint
ALTER TABLE "gate_days" ADD CONSTRAINT "gate_days_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_evaluations" ADD CONSTRAINT "gate_evaluations_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_standings" ADD CONSTRAINT "gate_standings_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_gates" ADD CONSTRAINT "quality_gates_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_age_idx" ON "activity" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_repo_idx" ON "activity" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_source_age_idx" ON "activity" USING btree ("source","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_repo_work_idx" ON "activity" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE source <> 'webhook';--> statement-breakpoint
CREATE INDEX "activity_status_idx" ON "activity" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'processed';--> statement-breakpoint
CREATE INDEX "gate_days_day_idx" ON "gate_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "gate_evaluations_repo_idx" ON "gate_evaluations" USING btree ("repo_id","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_evaluations_gate_idx" ON "gate_evaluations" USING btree ("repo_id","gate_name","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "gate_evaluations_pr_idx" ON "gate_evaluations" USING btree ("repo_id","pr_number","evaluated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE pr_number is not null;--> statement-breakpoint
CREATE INDEX "gate_evaluations_job_idx" ON "gate_evaluations" USING btree ("job_id") WHERE job_id is not null;--> statement-breakpoint
CREATE INDEX "ci_runs_heal_pr_idx" ON "ci_runs" USING btree ("repo_id","heal_pr_number") WHERE live and heal_pr_number is not null;--> statement-breakpoint
CREATE INDEX "issues_duplicate_idx" ON "issues" USING btree ("repo_id") WHERE live and duplicate_of is not null;--> statement-breakpoint
INSERT INTO "activity" (source, source_id, repo_id, action_type, status, detail, created_at)
SELECT 'webhook', id, repo_id, event_name || coalesce('.' || action, ''),
  CASE state WHEN 'processed' THEN 'processed' ELSE 'failed' END, left(coalesce(error, ''), 500), received_at
FROM "webhook_deliveries" WHERE state IN ('processed', 'failed', 'dead') ORDER BY received_at;--> statement-breakpoint
INSERT INTO "activity_sums" (repo_id, hour, source, status, lane, amount)
SELECT counted.repo_id, counted.hour, source, status, 0, count(*) FROM "activity"
CROSS JOIN LATERAL (VALUES (0::bigint, '-infinity'::timestamptz), (0::bigint, date_trunc('hour', created_at, 'UTC')),
  (repo_id, '-infinity'::timestamptz)) AS counted (repo_id, hour)
WHERE counted.repo_id IS NOT NULL GROUP BY 1, 2, 3, 4;
