ALTER TABLE "fix_attempts" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD COLUMN "release_tag" text;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD COLUMN "follow_after" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "fix_attempts_unreleased_idx" ON "fix_attempts" USING btree ("repo_id","id") WHERE status in ('submitted', 'merged') and released_at is null;--> statement-breakpoint
CREATE INDEX "managed_actions_follow_after_idx" ON "managed_actions" USING btree ("follow_after") WHERE follow_after is not null;--> statement-breakpoint
ALTER TABLE "fix_attempts" ADD CONSTRAINT "fix_attempts_released_at_check" CHECK ((released_at is null) = (release_tag is null));