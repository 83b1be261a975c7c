CREATE TABLE "update_plans" (
	"repo_id" bigint NOT NULL,
	"ecosystem" text NOT NULL,
	"update_type" text NOT NULL,
	"job_id" text NOT NULL,
	"cause_hash" text,
	"planned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "update_plans_pkey" PRIMARY KEY("repo_id","ecosystem","update_type"),
	CONSTRAINT "update_plans_ecosystem_check" CHECK ("update_plans"."ecosystem" in ('npm', 'pip', 'go', 'maven', 'rubygems', 'cargo', 'nuget', 'composer', 'pub', 'hex', 'conan', 'cran', 'hackage', 'swift', 'actions', 'unknown')),
	CONSTRAINT "update_plans_type_check" CHECK ("update_plans"."update_type" in ('batch_minor_patch', 'critical'))
);
--> statement-breakpoint
ALTER TABLE "dependency_manifests" ADD COLUMN "package_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "update_plans" ADD CONSTRAINT "update_plans_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dependency_manifests_packages_idx" ON "dependency_manifests" USING gin ("package_keys");