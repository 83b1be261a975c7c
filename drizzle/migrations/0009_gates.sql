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
CREATE INDEX "activity_age_idx" ON "activity" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_repo_idx" ON "activity" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_source_age_idx" ON "activity" USING btree ("source","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_repo_work_idx" ON "activity" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE source <> 'webhook';--> statement-breakpoint
CREATE INDEX "activity_status_idx" ON "activity" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'processed';--> statement-breakpoint
INSERT INTO "activity" (source, source_id, repo_id, action_type, status, detail, created_at)
SELECT 'webhook', id, repo_id, event_name || coalesce('.' || action, ''),
  CASE state WHEN 'processed' THEN 'processed' ELSE 'failed' END, left(coalesce(error, ''), 500), received_at
FROM "webhook_deliveries" WHERE state IN ('processed', 'failed', 'dead') ORDER BY received_at;--> statement-breakpoint
INSERT INTO "activity_sums" (repo_id, hour, source, status, lane, amount)
SELECT counted.repo_id, counted.hour, source, status, 0, count(*) FROM "activity"
CROSS JOIN LATERAL (VALUES (0::bigint, '-infinity'::timestamptz), (0::bigint, date_trunc('hour', created_at, 'UTC')),
  (repo_id, '-infinity'::timestamptz)) AS counted (repo_id, hour)
WHERE counted.repo_id IS NOT NULL GROUP BY 1, 2, 3, 4;
