CREATE TABLE "update_batches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"ecosystem" text NOT NULL,
	"update_type" text NOT NULL,
	"packages" json NOT NULL,
	"action_id" bigint,
	"pr_number" integer,
	"pr_url" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "update_batches_ecosystem_check" CHECK ("update_batches"."ecosystem" in ('npm', 'pip', 'go', 'maven', 'rubygems', 'cargo', 'nuget', 'composer', 'pub', 'hex', 'conan', 'cran', 'hackage', 'swift', 'actions', 'unknown')),
	CONSTRAINT "update_batches_type_check" CHECK ("update_batches"."update_type" in ('batch_minor_patch', 'critical')),
	CONSTRAINT "update_batches_status_check" CHECK ("update_batches"."status" in ('open', 'merged', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "vulnerabilities" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"ecosystem" text NOT NULL,
	"package_name" text NOT NULL,
	"advisory_id" text NOT NULL,
	"manifest_path" text NOT NULL,
	"manifest_line" integer,
	"ghsa_id" text,
	"cve_id" text,
	"aliases" json NOT NULL,
	"affected_range" text NOT NULL,
	"installed_version" text,
	"patched_version" text,
	"direct" boolean,
	"dev" boolean NOT NULL,
	"severity" text NOT NULL,
	"severity_rank" smallint GENERATED ALWAYS AS (case severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end) STORED NOT NULL,
	"score_tenths" smallint NOT NULL,
	"summary" text,
	"status" text NOT NULL,
	"from_alert" boolean NOT NULL,
	"from_records" boolean NOT NULL,
	"alert_number" integer,
	"reopen_count" integer NOT NULL,
	"fix_pr_number" integer,
	"fix_pr_url" text,
	"dismissed_category" text,
	"dismissed_reason" text,
	"dismissed_by" text,
	"dismissed_at" timestamp (3) with time zone,
	"dismissed_until" timestamp (3) with time zone,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"fixed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "vulnerabilities_finding_key" UNIQUE("repo_id","ecosystem","package_name","advisory_id","manifest_path"),
	CONSTRAINT "vulnerabilities_ecosystem_check" CHECK ("vulnerabilities"."ecosystem" in ('npm', 'pip', 'go', 'maven', 'rubygems', 'cargo', 'nuget', 'composer', 'pub', 'hex', 'conan', 'cran', 'hackage', 'swift', 'actions', 'unknown')),
	CONSTRAINT "vulnerabilities_severity_check" CHECK ("vulnerabilities"."severity" in ('critical', 'high', 'medium', 'low', 'unknown')),
	CONSTRAINT "vulnerabilities_status_check" CHECK ("vulnerabilities"."status" in ('open', 'pr_opened', 'fixed', 'dismissed')),
	CONSTRAINT "vulnerabilities_category_check" CHECK ("vulnerabilities"."dismissed_category" in ('fix_started', 'inaccurate', 'no_bandwidth', 'not_used', 'tolerable_risk')),
	CONSTRAINT "vulnerabilities_fixed_check" CHECK (("vulnerabilities"."status" = 'fixed') = ("vulnerabilities"."fixed_at" is not null)),
	CONSTRAINT "vulnerabilities_dismissed_check" CHECK (("vulnerabilities"."status" = 'dismissed') = ("vulnerabilities"."dismissed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "update_batches" ADD CONSTRAINT "update_batches_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vulnerabilities" ADD CONSTRAINT "vulnerabilities_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "update_batches_age_idx" ON "update_batches" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "update_batches_repo_idx" ON "update_batches" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vulnerabilities_order_idx" ON "vulnerabilities" USING btree ("severity_rank" DESC NULLS FIRST,"score_tenths" DESC NULLS FIRST,"detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "vulnerabilities_status_idx" ON "vulnerabilities" USING btree ("status","severity_rank" DESC NULLS FIRST,"score_tenths" DESC NULLS FIRST,"detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "vulnerabilities_repo_idx" ON "vulnerabilities" USING btree ("repo_id","severity_rank" DESC NULLS FIRST,"score_tenths" DESC NULLS FIRST,"detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "vulnerabilities_repo_status_idx" ON "vulnerabilities" USING btree ("repo_id","status","severity_rank" DESC NULLS FIRST,"score_tenths" DESC NULLS FIRST,"detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "vulnerabilities_ecosystem_idx" ON "vulnerabilities" USING btree ("ecosystem","status","severity_rank" DESC NULLS FIRST,"score_tenths" DESC NULLS FIRST,"detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "vulnerabilities_package_idx" ON "vulnerabilities" USING btree ("package_name","severity_rank" DESC NULLS FIRST,"score_tenths" DESC NULLS FIRST,"detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "vulnerabilities_age_idx" ON "vulnerabilities" USING btree ("detected_at") WHERE live and status = 'open';--> statement-breakpoint
CREATE INDEX "vulnerabilities_lapse_idx" ON "vulnerabilities" USING btree ("dismissed_until") WHERE status = 'dismissed' and dismissed_until is not null;