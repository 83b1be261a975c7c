CREATE TABLE "pipeline_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"event_type" text NOT NULL,
	"actor" text,
	"ref" text,
	"pr_number" integer,
	"duration_ms" bigint,
	"success" boolean,
	"metadata" json NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "pipeline_events_event_type_check" CHECK ("pipeline_events"."event_type" in ('pr_admitted', 'pr_merged', 'pr_blocked', 'pr_dequeued', 'pr_requeued', 'batch_started', 'batch_failed', 'heal_attempted', 'heal_succeeded', 'heal_failed', 'config_failed', 'feedback_sent', 'rollback_triggered', 'rollback_completed', 'violation_detected', 'violation_remediated', 'enforcement_run_completed', 'reconcile_run_completed', 'ci_run_completed', 'test_quarantined', 'test_graduated', 'vulnerability_detected', 'vulnerability_fixed', 'dependency_pr_opened')),
	CONSTRAINT "pipeline_events_duration_check" CHECK ("pipeline_events"."duration_ms" >= 0)
);
--> statement-breakpoint
ALTER TABLE "governance_entries" DROP CONSTRAINT "governance_entries_target_type_check";--> statement-breakpoint
ALTER TABLE "pipeline_events" ADD CONSTRAINT "pipeline_events_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pipeline_events_age_idx" ON "pipeline_events" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pipeline_events_repo_idx" ON "pipeline_events" USING btree ("repo_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pipeline_events_type_idx" ON "pipeline_events" USING btree ("event_type","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pipeline_events_repo_type_idx" ON "pipeline_events" USING btree ("repo_id","event_type","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "pipeline_events_pr_idx" ON "pipeline_events" USING btree ("pr_number","repo_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and pr_number is not null;--> statement-breakpoint
ALTER TABLE "governance_entries" ADD CONSTRAINT "governance_entries_target_type_check" CHECK ("governance_entries"."target_type" in ('repo', 'member', 'branch_rule', 'policy', 'violation', 'feedback_rule'));