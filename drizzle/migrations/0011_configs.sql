CREATE TABLE "config_files" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"path" text,
	"sha" text,
	"etag" text,
	"content" json DEFAULT '{}'::json NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "config_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"action" text NOT NULL,
	"before" json NOT NULL,
	"after" json NOT NULL,
	"version" integer NOT NULL,
	"restored_from" bigint,
	"updated_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "config_history_action_check" CHECK ("config_history"."action" in ('set', 'patch', 'delete', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "repo_configs" (
	"repo_id" bigint PRIMARY KEY NOT NULL,
	"overrides" json DEFAULT '{}'::json NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "repo_configs_version_check" CHECK ("repo_configs"."version" >= 0)
);
--> statement-breakpoint
ALTER TABLE "config_files" ADD CONSTRAINT "config_files_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_history" ADD CONSTRAINT "config_history_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repo_configs" ADD CONSTRAINT "repo_configs_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "config_history_repo_idx" ON "config_history" USING btree ("repo_id","id");--> statement-breakpoint
CREATE INDEX "config_history_action_idx" ON "config_history" USING btree ("repo_id","action","id");