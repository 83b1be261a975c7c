-- A check that was passed over is known with the commit that it ran on: until now the latest one that was tested.
UPDATE "merge_queue_entries" "e" SET "checks_excused" = (
	SELECT jsonb_agg("c" || jsonb_build_object('sha', coalesce("e"."candidate_sha", "e"."head_sha")))
	FROM jsonb_array_elements("e"."checks_excused") "c"
) WHERE "checks_excused" <> '[]'::jsonb;
