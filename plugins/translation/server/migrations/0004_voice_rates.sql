CREATE TABLE "translation_voice_rates" (
	"account_id" uuid NOT NULL,
	"language" text NOT NULL,
	"engine" text NOT NULL,
	"voice" text NOT NULL,
	"letters" integer NOT NULL,
	"milliseconds" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_voice_rates_account_id_language_engine_voice_pk" PRIMARY KEY("account_id","language","engine","voice")
);
