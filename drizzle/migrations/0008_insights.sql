DROP INDEX "repositories_full_name_idx";--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_day" date DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_pass_rate" double precision;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_unhealed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_healed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_stale_issues" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_stale_prs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_score" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_status" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "repositories" ADD COLUMN "health_rank" smallint GENERATED ALWAYS AS (case health_status when 'at_risk' then 1 else 2 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "issues_repo_stale_idx" ON "issues" USING btree ("repo_id","updated_at") WHERE live and state = 'open';--> statement-breakpoint
CREATE INDEX "pull_requests_repo_merged_idx" ON "pull_requests" USING btree ("repo_id","merged_at") WHERE live and state = 'merged';--> statement-breakpoint
CREATE INDEX "repositories_owner_idx" ON "repositories" USING btree (lower("owner"),(lower("full_name") collate "C"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_stars_idx" ON "repositories" USING btree ("stars","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_open_issues_idx" ON "repositories" USING btree ("open_issues","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_open_prs_idx" ON "repositories" USING btree ("open_prs","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_last_synced_at_idx" ON "repositories" USING btree (coalesce("last_synced_at", 'epoch'::timestamptz),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_health_idx" ON "repositories" USING btree ("health_rank","health_score",(lower("full_name") collate "C"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_health_day_idx" ON "repositories" USING btree ("health_day") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "repositories_full_name_idx" ON "repositories" USING btree ((lower("full_name") collate "C"),"id");--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_health_status_check" CHECK ("repositories"."health_status" in ('at_risk', 'degraded', 'healthy', 'unknown'));