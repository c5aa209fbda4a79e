package dev.countersign.jobs;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.StepCounts;
import java.util.List;

/** A night with what its steps did. */
public record NightReport(Night night, List<StepCounts> steps) {}
