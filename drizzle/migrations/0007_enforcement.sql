CREATE TABLE "config_results" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"commit_sha" text NOT NULL,
	"file_path" text NOT NULL,
	"file_type" text NOT NULL,
	"valid" boolean NOT NULL,
	"errors" json NOT NULL,
	"warnings" json NOT NULL,
	"action_id" bigint,
	"is_first" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "config_results_file_key" UNIQUE("repo_id","commit_sha","file_path"),
	CONSTRAINT "config_results_file_type_check" CHECK ("config_results"."file_type" in ('host_actions', 'host_config', 'terraform', 'terraform_vars', 'docker_compose', 'yaml', 'package_json', 'tsconfig', 'codeowners', 'issue_template', 'service_config'))
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"installation_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"repo_filter" text,
	"branch_pattern" text NOT NULL,
	"min_reviews" integer,
	"require_signed_commits" boolean,
	"require_linear_history" boolean,
	"block_force_pushes" boolean,
	"block_deletions" boolean,
	"enforce_admins" boolean,
	"require_status_checks" boolean,
	"required_status_check_contexts" text[] NOT NULL,
	"mode" text NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "policies_mode_check" CHECK ("policies"."mode" in ('enforce', 'audit')),
	CONSTRAINT "policies_min_reviews_check" CHECK ("policies"."min_reviews" between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "violations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"policy_id" bigint NOT NULL,
	"repo_id" bigint NOT NULL,
	"branch" text NOT NULL,
	"breaches" json NOT NULL,
	"status" text NOT NULL,
	"reopen_count" integer NOT NULL,
	"action_id" bigint,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"remediated_at" timestamp (3) with time zone,
	"remediated_by" text,
	"suppressed_by" text,
	"suppressed_reason" text,
	"suppressed_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "violations_branch_key" UNIQUE("repo_id","policy_id","branch"),
	CONSTRAINT "violations_status_check" CHECK ("violations"."status" in ('open', 'remediated', 'suppressed')),
	CONSTRAINT "violations_remedy_check" CHECK ("violations"."remediated_by" in ('auto', 'external', 'policy_change')),
	CONSTRAINT "violations_remediated_check" CHECK (("violations"."status" = 'remediated') = ("violations"."remediated_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "config_results" ADD CONSTRAINT "config_results_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_installation_id_fkey" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "public"."policies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violations" ADD CONSTRAINT "violations_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "config_results_age_idx" ON "config_results" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "config_results_valid_idx" ON "config_results" USING btree ("valid","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "config_results_type_idx" ON "config_results" USING btree ("file_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "config_results_commit_idx" ON "config_results" USING btree ("commit_sha","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "config_results_repo_idx" ON "config_results" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "config_results_repo_valid_idx" ON "config_results" USING btree ("repo_id","valid","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE UNIQUE INDEX "policies_name_key" ON "policies" USING btree ("installation_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "policies_order_idx" ON "policies" USING btree ("name" collate "C","id");--> statement-breakpoint
CREATE INDEX "violations_age_idx" ON "violations" USING btree ("detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "violations_status_idx" ON "violations" USING btree ("status","detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "violations_repo_idx" ON "violations" USING btree ("repo_id","detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "violations_repo_status_idx" ON "violations" USING btree ("repo_id","status","detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "violations_policy_idx" ON "violations" USING btree ("policy_id","detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "violations_policy_status_idx" ON "violations" USING btree ("policy_id","status","detected_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;