ALTER TABLE "merge_queue_configs" ADD COLUMN "areas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "merge_queue_entries" ADD COLUMN "areas" jsonb;