CREATE TABLE "delivery_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"event_name" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"ignored" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"dead" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_hours_pkey" PRIMARY KEY("hour","event_name")
);
--> statement-breakpoint
CREATE TABLE "installations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"account_login" text,
	"account_type" text,
	"target_id" bigint,
	"suspended_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installations_host_id_key" UNIQUE("host_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"granted" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repositories" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" bigint NOT NULL,
	"installation_id" bigint,
	"full_name" text NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"private" boolean NOT NULL,
	"default_branch" text,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "repositories_host_id_key" UNIQUE("host_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_sha256" text PRIMARY KEY NOT NULL,
	"principal" text NOT NULL,
	"key_id" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"event_name" text NOT NULL,
	"action" text,
	"repo" text,
	"repo_id" bigint,
	"installation_id" bigint,
	"state" text NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"last_duplicate_at" timestamp (3) with time zone,
	"payload" text,
	"payload_sha256" text NOT NULL,
	"job_id" uuid,
	CONSTRAINT "webhook_deliveries_delivery_id_key" UNIQUE("delivery_id"),
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" in ('received', 'queued', 'processed', 'ignored', 'failed', 'dead'))
);
--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_installation_id_fkey" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_limits_reset_at_idx" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "repositories_full_name_idx" ON "repositories" USING btree (lower("full_name"));--> statement-breakpoint
CREATE INDEX "sessions_principal_idx" ON "sessions" USING btree ("principal","expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received_at_idx" ON "webhook_deliveries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_repo_idx" ON "webhook_deliveries" USING btree ("repo","received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("event_name","received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" USING btree ("failed_at") WHERE "webhook_deliveries"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_payload_idx" ON "webhook_deliveries" USING btree ("received_at") WHERE "webhook_deliveries"."payload" is not null;--> statement-breakpoint
-- Rows are updated once soon after they are written: room on the page keeps that update out of the indexes.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 80);--> statement-breakpoint
-- Much cheaper than the default for payloads; a server built without it keeps its default.
DO $$ BEGIN
  ALTER TABLE "webhook_deliveries" ALTER COLUMN "payload" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
