ALTER TABLE "repositories" ADD COLUMN "presence_told_at" timestamp (3) with time zone;--> statement-breakpoint
-- Until now any event said that a repository was there, and none that was older than the newest changed it.
UPDATE "repositories" SET "presence_told_at" = "seen_at";--> statement-breakpoint
ALTER TABLE "repositories" ALTER COLUMN "presence_told_at" SET NOT NULL;
