CREATE TABLE "core_schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"plugin" text NOT NULL,
	"times" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
