CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "decisions_reason_search_idx" ON "decisions" USING gin (lower("reason" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "governance_entries_action_search_idx" ON "governance_entries" USING gin (lower("action" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "governance_entries_target_search_idx" ON "governance_entries" USING gin (lower("target_id" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "branch_rules_pattern_search_idx" ON "branch_rules" USING gin (lower("pattern" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "collaborators_login_search_idx" ON "collaborators" USING gin (lower("host_login" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "issues_title_search_idx" ON "issues" USING gin (lower("title" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "members_login_search_idx" ON "members" USING gin (lower("host_login" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "pull_requests_title_search_idx" ON "pull_requests" USING gin (lower("title" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "repositories_name_search_idx" ON "repositories" USING gin (lower("full_name" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "waivers_reason_search_idx" ON "waivers" USING gin (lower("reason" collate "C") gin_trgm_ops) WITH (gin_pending_list_limit=256);