ALTER TABLE "repositories" ADD COLUMN "host_open_count" integer;--> statement-breakpoint
ALTER TABLE "sync_walks" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sync_walks" ADD COLUMN "count_gap" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "wanted_at" timestamp (3) with time zone;