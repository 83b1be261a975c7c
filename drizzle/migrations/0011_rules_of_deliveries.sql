ALTER TABLE "webhook_deliveries" ADD COLUMN "rules_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "skipped_by" text;