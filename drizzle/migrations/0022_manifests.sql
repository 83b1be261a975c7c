CREATE TABLE "dependency_scans" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"job_id" text NOT NULL,
	"trigger_event" text NOT NULL,
	"status" text NOT NULL,
	"commit_sha" text,
	"alerts" text,
	"advisories_at" timestamp (3) with time zone,
	"manifests" integer NOT NULL,
	"packages" integer NOT NULL,
	"opened" integer NOT NULL,
	"fixed" integer NOT NULL,
	"error" text,
	"notes" json NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "dependency_scans_job_key" UNIQUE("job_id"),
	CONSTRAINT "dependency_scans_status_check" CHECK ("dependency_scans"."status" in ('running', 'completed', 'failed', 'skipped')),
	CONSTRAINT "dependency_scans_alerts_check" CHECK ("dependency_scans"."alerts" in ('read', 'disabled', 'forbidden', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "dependency_manifests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"file_path" text NOT NULL,
	"ecosystem" text NOT NULL,
	"lockfile" boolean NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"notes" json NOT NULL,
	"dependencies" json NOT NULL,
	"includes" json NOT NULL,
	"dep_count" integer NOT NULL,
	"commit_sha" text NOT NULL,
	"blob_sha" text NOT NULL,
	"reader_version" integer NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "dependency_manifests_path_key" UNIQUE("repo_id","file_path"),
	CONSTRAINT "dependency_manifests_ecosystem_check" CHECK ("dependency_manifests"."ecosystem" in ('npm', 'pip', 'go', 'maven', 'rubygems', 'cargo', 'nuget', 'composer', 'pub', 'hex', 'conan', 'cran', 'hackage', 'swift', 'actions', 'unknown')),
	CONSTRAINT "dependency_manifests_status_check" CHECK ("dependency_manifests"."status" in ('read', 'unreadable', 'too_large'))
);
--> statement-breakpoint
ALTER TABLE "dependency_scans" ADD CONSTRAINT "dependency_scans_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency_manifests" ADD CONSTRAINT "dependency_manifests_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dependency_scans_repo_idx" ON "dependency_scans" USING btree ("repo_id","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dependency_scans_age_idx" ON "dependency_scans" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "dependency_manifests_order_idx" ON "dependency_manifests" USING btree ("repo_id","ecosystem","file_path");