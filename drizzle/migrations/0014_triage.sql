CREATE TABLE "triage_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"repo_id" bigint NOT NULL,
	"target_type" text NOT NULL,
	"target_number" integer NOT NULL,
	"trigger_event" text NOT NULL,
	"error" text,
	"attempts" integer NOT NULL,
	"state" text NOT NULL,
	"retry_job_id" uuid,
	"retry_reason" text,
	"retried_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "triage_failures_job_id_key" UNIQUE("job_id"),
	CONSTRAINT "triage_failures_target_type_check" CHECK ("triage_failures"."target_type" in ('issue', 'pr')),
	CONSTRAINT "triage_failures_state_check" CHECK ("triage_failures"."state" in ('open', 'retried', 'resolved'))
);
--> statement-breakpoint
CREATE TABLE "triage_models" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"lessons" integer NOT NULL,
	"version" integer NOT NULL,
	"revision" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "triages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"target_type" text NOT NULL,
	"target_id" bigint NOT NULL,
	"target_number" integer NOT NULL,
	"content_version" text NOT NULL,
	"job_id" uuid NOT NULL,
	"decision_id" bigint NOT NULL,
	"type" text,
	"priority" text,
	"probability" double precision,
	"is_sure" boolean NOT NULL,
	"model" text,
	"label" text,
	"heard" text,
	"heard_type" text,
	"heard_by" text,
	"heard_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "triages_content_key" UNIQUE("target_type","target_id","content_version"),
	CONSTRAINT "triages_target_type_check" CHECK ("triages"."target_type" in ('issue', 'pr')),
	CONSTRAINT "triages_heard_check" CHECK ("triages"."heard" in ('confirmed', 'corrected', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "triage_failures" ADD CONSTRAINT "triage_failures_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triage_models" ADD CONSTRAINT "triage_models_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triages" ADD CONSTRAINT "triages_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "triage_failures_age_idx" ON "triage_failures" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "triage_failures_repo_idx" ON "triage_failures" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "triage_failures_open_idx" ON "triage_failures" USING btree ("repo_id","target_number") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "triage_failures_open_age_idx" ON "triage_failures" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "triages_repo_idx" ON "triages" USING btree ("repo_id","id");