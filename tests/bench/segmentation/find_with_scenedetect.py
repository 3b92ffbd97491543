"""Finds the cuts of videos with each of PySceneDetect's detectors, as they are by default.

Reads paths, a line each, and writes a line of JSON for each of them: {"Content": [frame, …], …}. With --time only its
default detector runs, and each line is the processor time that it took: {"seconds": …}.
"""

import json
import logging
import resource
import sys

import scenedetect
from scenedetect import (
    AdaptiveDetector,
    ContentDetector,
    HashDetector,
    HistogramDetector,
    SceneManager,
    ThresholdDetector,
    open_video,
)

logging.disable(logging.CRITICAL)


def recorded(detector, cuts):
    """Has a detector write down what it answers, since a manager only knows the cuts of all of them together."""
    process, finish = detector.process_frame, detector.post_process

    def process_frame(position, frame):
        found = process(position, frame)
        cuts.extend(found)
        return found

    def post_process(position):
        found = finish(position)
        cuts.extend(found)
        return found

    detector.process_frame, detector.post_process = process_frame, post_process
    return detector


def cuts_of(path):
    detectors = {
        "Content": ContentDetector(),
        "Adaptive": AdaptiveDetector(),
        "Threshold": ThresholdDetector(),
        "Histogram": HistogramDetector(),
        "Hash": HashDetector(),
    }
    found = {name: [] for name in detectors}
    manager = SceneManager()
    for name, detector in detectors.items():
        manager.add_detector(recorded(detector, found[name]))
    manager.detect_scenes(open_video(path))
    return {name: sorted({cut.frame_num for cut in cuts}) for name, cuts in found.items()}


def time_of(path):
    def used():
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return usage.ru_utime + usage.ru_stime

    began = used()
    manager = SceneManager()
    manager.add_detector(AdaptiveDetector())
    manager.detect_scenes(open_video(path))
    return {"seconds": used() - began}


if __name__ == "__main__":
    if "--version" in sys.argv:
        print(scenedetect.__version__)
    else:
        work = time_of if "--time" in sys.argv else cuts_of
        for line in sys.stdin:
            print(json.dumps(work(line.rstrip("\n"))), flush=True)
