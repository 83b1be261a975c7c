ALTER TABLE "config_files" ADD COLUMN "organisation" text;--> statement-breakpoint
CREATE INDEX "config_files_organisation_idx" ON "config_files" USING btree ("organisation") WHERE "config_files"."organisation" is not null;--> statement-breakpoint
UPDATE "config_files" "f" SET "organisation" = lower("r"."owner")
FROM "repositories" "r" WHERE "r"."host_id" = "f"."repo_id" AND lower("r"."name") = 'service-config';
