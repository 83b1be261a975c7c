CREATE TABLE "advisories" (
	"id" text PRIMARY KEY NOT NULL,
	"part" text NOT NULL,
	"aliases" json NOT NULL,
	"summary" text NOT NULL,
	"severity" text,
	"score_tenths" smallint,
	"is_withdrawn" boolean NOT NULL,
	"published_at" timestamp (3) with time zone,
	"modified" text NOT NULL,
	"left_out" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advisory_imports" (
	"part" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"modified" text,
	"records" integer NOT NULL,
	"unreadable" integer NOT NULL,
	"imported_at" timestamp (3) with time zone,
	"error" text,
	"tried_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advisory_packages" (
	"package_key" text NOT NULL,
	"advisory_id" text NOT NULL,
	"affected" json NOT NULL,
	CONSTRAINT "advisory_packages_pkey" PRIMARY KEY("package_key","advisory_id")
);
--> statement-breakpoint
ALTER TABLE "advisory_packages" ADD CONSTRAINT "advisory_packages_advisory_id_fkey" FOREIGN KEY ("advisory_id") REFERENCES "public"."advisories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "advisories_part_idx" ON "advisories" USING btree ("part","id");--> statement-breakpoint
CREATE INDEX "advisory_packages_advisory_idx" ON "advisory_packages" USING btree ("advisory_id");