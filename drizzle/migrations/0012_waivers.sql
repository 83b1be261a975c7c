CREATE TABLE "waivers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"repo_id" bigint NOT NULL,
	"pillar" text NOT NULL,
	"scope" text NOT NULL,
	"scope_value" text,
	"reason" text NOT NULL,
	"granted_by" text NOT NULL,
	"granted_principal" text NOT NULL,
	"source" text NOT NULL,
	"comment_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"active" boolean NOT NULL,
	"expired_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_principal" text,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"live" boolean NOT NULL,
	CONSTRAINT "waivers_pillar_check" CHECK ("waivers"."pillar" in ('triage', 'ci_healing', 'maintainer', 'issue_fix', 'enforcement', 'trust', 'merge_queue', 'ai_review', 'spam_gate', 'insights', 'custom_rules', 'quality_gates')),
	CONSTRAINT "waivers_scope_check" CHECK ("waivers"."scope" in ('issue', 'pr', 'branch', 'repo')),
	CONSTRAINT "waivers_source_check" CHECK ("waivers"."source" in ('api', 'dashboard', 'comment')),
	CONSTRAINT "waivers_scope_value_check" CHECK (("waivers"."scope" = 'repo') = ("waivers"."scope_value" is null)),
	CONSTRAINT "waivers_active_check" CHECK ("waivers"."active" = ("waivers"."expired_at" is null and "waivers"."revoked_at" is null))
);
--> statement-breakpoint
ALTER TABLE "waivers" ADD CONSTRAINT "waivers_repo_id_fkey" FOREIGN KEY ("repo_id") REFERENCES "public"."repositories"("host_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waivers_candidate_idx" ON "waivers" USING btree ("repo_id","pillar","scope") WHERE active;--> statement-breakpoint
CREATE INDEX "waivers_expiry_idx" ON "waivers" USING btree ("expires_at") WHERE active and expires_at is not null;--> statement-breakpoint
CREATE INDEX "waivers_repo_idx" ON "waivers" USING btree ("repo_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "waivers_age_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_pillar_idx" ON "waivers" USING btree ("pillar","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_scope_idx" ON "waivers" USING btree ("scope","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_grantor_idx" ON "waivers" USING btree ("granted_by","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live;--> statement-breakpoint
CREATE INDEX "waivers_active_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and active;--> statement-breakpoint
CREATE INDEX "waivers_expired_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and revoked_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "waivers_revoked_idx" ON "waivers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE live and revoked_at is not null;