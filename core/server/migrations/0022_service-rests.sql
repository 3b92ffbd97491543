CREATE TABLE "core_service_rests" (
	"kind" text NOT NULL,
	"adapter" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"failure" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "core_service_rests_kind_adapter_pk" PRIMARY KEY("kind","adapter")
);
