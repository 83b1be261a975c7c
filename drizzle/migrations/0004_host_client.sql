CREATE TABLE "host_budgets" (
	"credential" text NOT NULL,
	"installation_id" bigint NOT NULL,
	"resource" text NOT NULL,
	"remaining" integer NOT NULL,
	"limit" integer NOT NULL,
	"used" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "host_budgets_pkey" PRIMARY KEY("credential","installation_id","resource")
);
--> statement-breakpoint
CREATE TABLE "host_cooldowns" (
	"credential" text NOT NULL,
	"installation_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "host_cooldowns_pkey" PRIMARY KEY("credential","installation_id","scope"),
	CONSTRAINT "host_cooldowns_reason_check" CHECK ("host_cooldowns"."reason" in ('token_invalid', 'forbidden', 'rate_exhausted', 'rate_limited_retry_after', 'rate_limited'))
);
--> statement-breakpoint
CREATE TABLE "host_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"lane" smallint NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	"hits" integer NOT NULL,
	"misses" integer NOT NULL,
	CONSTRAINT "host_hours_pkey" PRIMARY KEY("hour","lane")
);
